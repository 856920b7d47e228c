<?php
// A health endpoint in PHP. Add checks that return [status, summary, message]; one that throws has crashed.
$checks = [
    'disk' => function () {
        $used = (int) round(100 * (1 - disk_free_space('/') / disk_total_space('/')));
        $status = $used >= 95 ? 'failed' : ($used >= 80 ? 'warning' : 'ok');
        return [$status, "$used %", $status === 'ok' ? '' : "Disk space: $used % used."];
    },
    // 'database' => function () use ($pdo) { $pdo->query('select 1'); return ['ok', 'Connected', '']; },
];

$results = [];
foreach ($checks as $name => $check) {
    try {
        [$status, $summary, $message] = $check();
    } catch (Throwable $error) {
        [$status, $summary, $message] = ['crashed', 'Crashed', $error->getMessage()];
    }
    $results[] = [
        'name' => $name,
        'status' => $status,
        'shortSummary' => $summary,
        'notificationMessage' => $message,
    ];
}

header('Content-Type: application/json');
header('Cache-Control: no-store');
echo json_encode(['finishedAt' => time(), 'checkResults' => $results]);
