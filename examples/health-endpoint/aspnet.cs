// A health endpoint in ASP.NET (Program.cs): its own health checks, in the format that monitord reads.
using Microsoft.Extensions.Diagnostics.HealthChecks;

var builder = WebApplication.CreateBuilder(args);
builder.Services.AddHealthChecks().AddCheck("self", () => HealthCheckResult.Healthy("Running"));
var app = builder.Build();

app.MapGet("/health", async (HealthCheckService health) =>
{
    var report = await health.CheckHealthAsync();
    return Results.Json(new
    {
        finishedAt = DateTimeOffset.UtcNow.ToUnixTimeSeconds(),
        checkResults = report.Entries.Select(entry => new
        {
            name = entry.Key,
            status = entry.Value.Status switch
            {
                HealthStatus.Healthy => "ok",
                HealthStatus.Degraded => "warning",
                _ => "failed",
            },
            notificationMessage = entry.Value.Exception?.Message ?? "",
            shortSummary = entry.Value.Description ?? "",
        }),
    });
});

app.Run();
