// A health endpoint in Java 17: java Health.java. It needs no library, and each check is a method that returns a
// Result or throws: then it has crashed. In Spring, watch /actuator/health, or return `report` from a controller.
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

public class Health {
    record Result(String label, String status, String summary, String message) {
        boolean broken() {
            return status.equals("failed") || status.equals("crashed");
        }
    }

    record Report(boolean broken, String json) {}

    static final Map<String, Callable<Result>> CHECKS = new LinkedHashMap<>();
    static volatile Report report;

    static Result disk() {
        var root = new File("/");
        long used = Math.round(100.0 * (1 - (double) root.getUsableSpace() / root.getTotalSpace()));
        var status = used >= 95 ? "failed" : used >= 80 ? "warning" : "ok";
        var message = status.equals("ok") ? "" : "Disk space: " + used + " % used.";
        return new Result("Disk space", status, used + " %", message);
    }

    static Result database(String address) {
        var parts = address.split(":");
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), 2000);
            return new Result("Database", "ok", "Connected", "");
        } catch (IOException error) {
            return new Result("Database", "failed", "", "Could not connect: " + error.getMessage());
        }
    }

    static Result run(Callable<Result> check) {
        try {
            return check.call();
        } catch (Exception error) {
            return new Result("", "crashed", "", error.toString());
        }
    }

    static Report runChecks() {
        var results = new LinkedHashMap<String, Result>();
        CHECKS.forEach((name, check) -> results.put(name, run(check)));
        var items = results.entrySet().stream().map(entry -> item(entry.getKey(), entry.getValue()));
        var json = "{\"finishedAt\":" + Instant.now().getEpochSecond() + ",\"checkResults\":["
            + items.collect(Collectors.joining(",")) + "]}";
        return new Report(results.values().stream().anyMatch(Result::broken), json);
    }

    static String item(String name, Result result) {
        return "{\"name\":" + quote(name)
            + (result.label.isEmpty() ? "" : ",\"label\":" + quote(result.label))
            + ",\"status\":" + quote(result.status)
            + ",\"shortSummary\":" + quote(result.summary)
            + ",\"notificationMessage\":" + quote(result.message) + "}";
    }

    /** Any text as JSON; control characters become spaces. An application has a library for this. */
    static String quote(String text) {
        return '"' + text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    public static void main(String[] args) throws IOException {
        CHECKS.put("disk", Health::disk);
        var address = System.getenv("DATABASE");
        if (address != null) CHECKS.put("database", () -> database(address));
        report = runChecks();
        Executors.newSingleThreadScheduledExecutor()
            .scheduleWithFixedDelay(() -> report = runChecks(), 30, 30, TimeUnit.SECONDS);

        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8090"));
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/health", exchange -> {
            var latest = report;
            var body = latest.json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            // The status is for load balancers; monitord reads the report whatever it is.
            exchange.sendResponseHeaders(latest.broken ? 503 : 200, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/health");
    }
}
