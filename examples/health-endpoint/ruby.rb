# A health endpoint in Ruby, over webrick. In Rails: all above `if __FILE__` into lib/, and a controller that does
# `status, report = latest_report` and `render json: report, status: status`.
require "json"
require "socket"
require "webrick"

# Each check returns its result. One that raises has crashed.
CHECKS = {
  "disk" => lambda do
    used = `df -P /`.lines.last[/(\d+)%/, 1].to_i
    status = used >= 95 ? "failed" : used >= 80 ? "warning" : "ok"
    message = status == "ok" ? "" : "Disk space: #{used} % used."
    { label: "Disk space", status: status, shortSummary: "#{used} %", notificationMessage: message }
  end
}
if ENV["DATABASE"]
  CHECKS["database"] = lambda do
    host, port = ENV["DATABASE"].split(":")
    Socket.tcp(host, port.to_i, connect_timeout: 2, &:close)
    { label: "Database", status: "ok", shortSummary: "Connected" }
  rescue SystemCallError => error
    { label: "Database", status: "failed", notificationMessage: "Could not connect: #{error.message}" }
  end
end

def run_checks
  results = CHECKS.map do |name, check|
    { name: name, **check.call }
  rescue StandardError => error
    { name: name, status: "crashed", notificationMessage: error.message }
  end
  { finishedAt: Time.now.to_i, checkResults: results }
end

$report = run_checks
Thread.new do
  loop do
    sleep 30
    $report = run_checks
  end
end

# What the checks found when they last ran, and the HTTP status that says so to load balancers.
def latest_report
  report = $report
  broken = report[:checkResults].any? { |result| %w[failed crashed].include?(result[:status]) }
  [broken ? 503 : 200, report]
end

if __FILE__ == $PROGRAM_NAME
  server = WEBrick::HTTPServer.new(
    BindAddress: "127.0.0.1", Port: ENV.fetch("PORT", 8090).to_i,
    AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
  )
  server.mount_proc("/health") do |_request, response|
    status, report = latest_report
    # monitord reads the report with any status.
    response.status = status
    response.content_type = "application/json"
    response.body = JSON.generate(report)
  end
  puts "http://127.0.0.1:#{server.listeners.first.addr[1]}/health"
  $stdout.flush
  server.start
end
