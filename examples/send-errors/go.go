// Reports errors of a Go application; it needs no module. Copy Reporter into yours.
//
//	MONITOR_WEBHOOK_URL=… go run go.go "what happened"
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	mathrand "math/rand"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Reporter posts reports from a goroutine of its own, so that reporting never delays the application.
type Reporter struct {
	url     string
	queue   chan []byte
	client  http.Client
	dropped func(report []byte, why string)
}

func NewReporter(url string) *Reporter {
	r := &Reporter{url: url, queue: make(chan []byte, 100), client: http.Client{Timeout: 10 * time.Second}}
	r.dropped = func(report []byte, why string) { log.Printf("error report dropped, %s: %s", why, report) }
	go func() {
		for report := range r.queue {
			r.post(report)
		}
	}()
	return r
}

// Report queues one report, and drops it with a log line when the queue is full.
func (r *Reporter) Report(err error) {
	host, _ := os.Hostname()
	report, _ := json.Marshal(map[string]string{"message": err.Error(), "source": host})
	select {
	case r.queue <- report:
	default:
		r.dropped(report, "the queue is full")
	}
}

// post tries for a minute at most. It returns whether the report is stored.
func (r *Reporter) post(report []byte) bool {
	deadline := time.Now().Add(time.Minute)
	key := rand.Text()
	for attempt := 0; ; attempt++ {
		// Half to all of 1, 2, 4, 8, 16 seconds: senders do not all retry at once.
		wait := time.Duration(float64(time.Second<<min(attempt, 4)) * (0.5 + mathrand.Float64()/2))
		request, err := http.NewRequest("POST", r.url, bytes.NewReader(report))
		if err != nil {
			r.dropped(report, err.Error())
			return false
		}
		request.Header.Set("Content-Type", "application/json")
		// A report sent twice counts once.
		request.Header.Set("Idempotency-Key", key)
		answer, err := r.client.Do(request)
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode < 300 {
				return true
			}
			// Sending it again does not help, unless the server is busy.
			if answer.StatusCode < 500 && answer.StatusCode != http.StatusTooManyRequests {
				r.dropped(report, answer.Status)
				return false
			}
			if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(seconds) * time.Second
			}
		}
		if time.Now().Add(wait).After(deadline) {
			r.dropped(report, "not reachable for a minute")
			return false
		}
		time.Sleep(wait)
	}
}

func main() {
	url := os.Getenv("MONITOR_WEBHOOK_URL")
	if url == "" {
		log.Fatal("Set MONITOR_WEBHOOK_URL to the webhook_url of your monitor.")
	}
	message := "Something failed"
	if len(os.Args) > 1 {
		message = os.Args[1]
	}
	// An application calls NewReporter(url) once, and Report(err) wherever it logs an error. This program waits.
	host, _ := os.Hostname()
	report, _ := json.Marshal(map[string]string{"message": message, "source": host})
	if !NewReporter(url).post(report) {
		os.Exit(1)
	}
	fmt.Println("reported")
}
