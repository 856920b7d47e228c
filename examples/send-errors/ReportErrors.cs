// Reports errors of a .NET application; it needs no package. Copy ErrorReporter into yours.
//   MONITOR_WEBHOOK_URL=… dotnet run ReportErrors.cs "what happened"      (.NET 10; with .NET 8 put it in a project)
using System.Net.Http.Json;
using System.Threading.Channels;

var url = Environment.GetEnvironmentVariable("MONITOR_WEBHOOK_URL");
if (string.IsNullOrEmpty(url))
{
    Console.Error.WriteLine("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.");
    return 2;
}
// An application calls Report, which does not wait. This program waits.
var reporter = new ErrorReporter(url);
if (!await reporter.PostAsync(new(args.FirstOrDefault() ?? "Something failed", Environment.MachineName))) return 1;
Console.WriteLine("reported");
return 0;

// Where an application calls it, with a singleton `reporter`:
//   AppDomain.CurrentDomain.UnhandledException += (_, failed) => reporter.Report((Exception)failed.ExceptionObject);
//   app.Use(async (context, next) => {
//     try { await next(context); } catch (Exception error) { reporter.Report(error); throw; }
//   });

/// <summary>Anything beside message and source is kept with the report.</summary>
public sealed record ErrorReport(string message, string source, string? stack = null);

/// <summary>Posts reports from a task of its own, so that reporting never delays the application.</summary>
public sealed class ErrorReporter
{
    private readonly string url;
    private readonly HttpClient client = new() { Timeout = TimeSpan.FromSeconds(10) };
    private readonly Channel<ErrorReport> queue = Channel.CreateBounded<ErrorReport>(100);

    public ErrorReporter(string url)
    {
        this.url = url;
        _ = Task.Run(async () =>
        {
            await foreach (var report in queue.Reader.ReadAllAsync()) await PostAsync(report);
        });
    }

    /// <summary>Queues one report, and drops it with a log line when the queue is full.</summary>
    public void Report(Exception error)
    {
        var report = new ErrorReport(error.Message, Environment.MachineName, error.StackTrace);
        if (!queue.Writer.TryWrite(report)) Dropped(report, "the queue is full");
    }

    /// <summary>Tries for a minute at most. Returns whether the report is stored.</summary>
    public async Task<bool> PostAsync(ErrorReport report)
    {
        var deadline = DateTime.UtcNow.AddMinutes(1);
        var key = Guid.NewGuid().ToString();
        for (var attempt = 0; ; attempt++)
        {
            // Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
            var wait = TimeSpan.FromSeconds(Math.Pow(2, Math.Min(attempt, 4)) * (0.5 + Random.Shared.NextDouble() / 2));
            try
            {
                using var request = new HttpRequestMessage(HttpMethod.Post, url) { Content = JsonContent.Create(report) };
                // A report sent twice counts once.
                request.Headers.Add("Idempotency-Key", key);
                using var answer = await client.SendAsync(request);
                var status = (int)answer.StatusCode;
                if (status < 300) return true;
                // Sending it again does not help, unless the server is busy.
                if (status < 500 && status != 429) return Dropped(report, $"HTTP {status}");
                wait = answer.Headers.RetryAfter?.Delta ?? wait;
            }
            catch (Exception away) when (away is HttpRequestException or TaskCanceledException)
            {
                // Not reachable at the moment.
            }
            if (DateTime.UtcNow + wait > deadline) return Dropped(report, "not reachable for a minute");
            await Task.Delay(wait);
        }
    }

    private static bool Dropped(ErrorReport report, string why)
    {
        Console.Error.WriteLine($"error report dropped, {why}: {report.message}");
        return false;
    }
}
