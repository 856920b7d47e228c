# Reports errors of a Ruby application; it needs no gem. Copy ErrorReporter into yours.
#   MONITOR_WEBHOOK_URL=… ruby ruby.rb "what happened"
require "json"
require "net/http"
require "openssl"
require "securerandom"
require "socket"

# Posts reports from a thread of its own, so that reporting never delays the application.
class ErrorReporter
  def initialize(url)
    @url = URI(url)
    @queue = SizedQueue.new(100)
    @thread = Thread.new { while (report = @queue.pop) do post(report) end }
  end

  # Queues one report, and drops it with a log line when the queue is full.
  def report(error)
    @queue.push(report_of(error), true)
  rescue ThreadError
    warn "error report dropped, the queue is full: #{error.message}"
  end

  # Tries for a minute at most. Returns whether the report is stored.
  def post(report)
    deadline = now + 60
    # A report sent twice counts once.
    headers = { "Content-Type" => "application/json", "Idempotency-Key" => SecureRandom.uuid }
    (0..).each do |attempt|
      # Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
      wait = 2**[attempt, 4].min * rand(0.5..1.0)
      begin
        answer = http.post(@url.request_uri, JSON.generate(report), headers)
        code = answer.code.to_i
        return true if code < 300
        # Sending it again does not help, unless the server is busy.
        return dropped(report, "HTTP #{code}") if code < 500 && code != 429
        wait = Integer(answer["Retry-After"], exception: false) || wait if answer["Retry-After"]
      rescue SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError
        # Not reachable at the moment.
      end
      return dropped(report, "not reachable for a minute") if now + wait > deadline
      sleep wait
    end
  rescue StandardError => error
    dropped(report, error.message)
  end

  def report_of(error)
    { message: error.message, source: Socket.gethostname, backtrace: error.backtrace&.first(20) }
  end

  private

  def http
    Net::HTTP.new(@url.host, @url.port).tap do |http|
      http.use_ssl = @url.scheme == "https"
      http.open_timeout = http.read_timeout = 10
    end
  end

  def dropped(report, why)
    warn "error report dropped, #{why}: #{report[:message]}"
    false
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end

# Where an application calls it, in Rails (config/initializers/error_reports.rb):
#   REPORTER = ErrorReporter.new(ENV["MONITOR_WEBHOOK_URL"])
#   Rails.error.subscribe(Class.new { def report(error, **) = REPORTER.report(error) }.new)

if __FILE__ == $PROGRAM_NAME
  url = ENV["MONITOR_WEBHOOK_URL"] or abort "Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor."
  reporter = ErrorReporter.new(url)
  # An application calls `report`, which does not wait. This program waits.
  reporter.post(reporter.report_of(RuntimeError.new(ARGV[0] || "Something failed"))) or exit 1
  puts "reported"
end
