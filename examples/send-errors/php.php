<?php
// Reports errors of a PHP application; it needs no package. Copy report_error into yours.
//   MONITOR_WEBHOOK_URL=… php php.php "what happened"

/**
 * Posts one report, for $seconds at most. Returns whether it is stored, and never throws. PHP has no thread to
 * send from: an application calls it after the answer is sent (fastcgi_finish_request), or from a queue.
 */
function report_error(Throwable $error, int $seconds = 20): bool
{
    $report = ['message' => $error->getMessage(), 'source' => gethostname(), 'trace' => $error->getTraceAsString()];
    $body = json_encode($report, JSON_INVALID_UTF8_SUBSTITUTE);
    // A report sent twice counts once.
    $headers = "Content-Type: application/json\r\nIdempotency-Key: " . bin2hex(random_bytes(16));
    $deadline = microtime(true) + $seconds;
    for ($attempt = 0; ; $attempt++) {
        $context = stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $headers,
            'content' => $body,
            'timeout' => max(1, min(10, $deadline - microtime(true))),
            'ignore_errors' => true,
        ]]);
        // Half to all of 1, 2, 4, 8 seconds: senders do not all retry at once.
        $wait = 2 ** min($attempt, 3) * random_int(500, 1000) / 1000;
        $http_response_header = [];
        if (@file_get_contents(getenv('MONITOR_WEBHOOK_URL'), false, $context) !== false) {
            $status = (int) explode(' ', $http_response_header[0])[1];
            if ($status < 300) {
                return true;
            }
            // Sending it again does not help, unless the server is busy.
            if ($status < 500 && $status !== 429) {
                error_log("error report dropped, HTTP $status: {$error->getMessage()}");
                return false;
            }
            foreach ($http_response_header as $header) {
                $wait = preg_match('/^retry-after: *(\d+)/i', $header, $match) ? (int) $match[1] : $wait;
            }
        }
        if (microtime(true) + $wait > $deadline) {
            error_log("error report dropped, not reachable for $seconds s: {$error->getMessage()}");
            return false;
        }
        usleep((int) ($wait * 1_000_000));
    }
}

// Where an application calls it:
//   set_exception_handler(fn (Throwable $error) => report_error($error));
// In Laravel (bootstrap/app.php), after the answer was sent:
//   ->withExceptions(fn ($exceptions) => $exceptions->report(
//       fn (Throwable $error) => app()->terminating(fn () => report_error($error))))

if (PHP_SAPI === 'cli' && realpath($argv[0]) === __FILE__) {
    if (!getenv('MONITOR_WEBHOOK_URL')) {
        fwrite(STDERR, "Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.\n");
        exit(2);
    }
    $stored = report_error(new Exception($argv[1] ?? 'Something failed'));
    echo $stored ? "reported\n" : "not reported\n";
    exit($stored ? 0 : 1);
}
