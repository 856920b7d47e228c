// Reports errors of a Java application; it needs Java 17 and no library. Copy the class into yours.
//   MONITOR_WEBHOOK_URL=… java ReportErrors.java "what happened"
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Posts reports from a thread of its own, so that reporting never delays the application. */
public final class ReportErrors {
  private final URI url;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private final ThreadPoolExecutor sender =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(100), work -> {
        var thread = new Thread(work, "error-reports");
        thread.setDaemon(true);
        return thread;
      });

  public ReportErrors(String url) {
    this.url = URI.create(url);
    sender.setRejectedExecutionHandler((work, full) -> System.err.println("error report dropped, the queue is full"));
  }

  /** Queues one report, and drops it with a log line when the queue is full. */
  public void report(Throwable error) {
    sender.execute(() -> post(String.valueOf(error.getMessage())));
  }

  /** Tries for a minute at most. Returns whether the report is stored. */
  public boolean post(String message) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    var request = HttpRequest.newBuilder(url)
        .timeout(Duration.ofSeconds(10))
        .header("Content-Type", "application/json")
        // A report sent twice counts once.
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(HttpRequest.BodyPublishers.ofString(
            "{\"message\": " + quote(message) + ", \"source\": " + quote(hostname()) + "}"))
        .build();
    try {
      for (int attempt = 0; ; attempt++) {
        // Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
        long wait = (long) ((1000L << Math.min(attempt, 4)) * ThreadLocalRandom.current().nextDouble(0.5, 1));
        try {
          var answer = client.send(request, BodyHandlers.discarding());
          int status = answer.statusCode();
          if (status < 300) return true;
          // Sending it again does not help, unless the server is busy.
          if (status < 500 && status != 429) return dropped(message, "HTTP " + status);
          var retryAfter = answer.headers().firstValue("Retry-After");
          if (retryAfter.isPresent() && retryAfter.get().matches("\\d{1,6}"))
            wait = Long.parseLong(retryAfter.get()) * 1000;
        } catch (IOException away) {
          // Not reachable at the moment.
        }
        if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait) > deadline)
          return dropped(message, "not reachable for a minute");
        Thread.sleep(wait);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
      return dropped(message, "interrupted");
    }
  }

  private static boolean dropped(String message, String why) {
    System.err.println("error report dropped, " + why + ": " + message);
    return false;
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException unknown) {
      return "java";
    }
  }

  /** JSON of a text. With Jackson in the application: `new ObjectMapper().writeValueAsString(text)`. */
  private static String quote(String text) {
    var json = new StringBuilder("\"");
    for (char one : text.toCharArray())
      if (one == '"' || one == '\\') json.append('\\').append(one);
      else if (one < ' ') json.append(String.format("\\u%04x", (int) one));
      else json.append(one);
    return json.append('"').toString();
  }

  // Where an application calls it, with `static final ReportErrors REPORTS = new ReportErrors(url)`:
  //   Thread.setDefaultUncaughtExceptionHandler((thread, error) -> REPORTS.report(error));
  // In Spring, in a @ControllerAdvice:
  //   @ExceptionHandler void failed(Exception error) throws Exception { REPORTS.report(error); throw error; }

  public static void main(String[] args) {
    String url = System.getenv("MONITOR_WEBHOOK_URL");
    if (url == null || url.isEmpty()) {
      System.err.println("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.");
      System.exit(2);
    }
    // An application calls `report`, which does not wait. This program waits.
    if (!new ReportErrors(url).post(args.length > 0 ? args[0] : "Something failed")) System.exit(1);
    System.out.println("reported");
    System.exit(0);
  }
}
