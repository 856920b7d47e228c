// A health endpoint in Go: go run go.go. Add checks; one that panics has crashed. It needs no module.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"sync/atomic"
	"syscall"
	"time"
)

type Result struct {
	Name                string `json:"name"`
	Label               string `json:"label,omitempty"`
	Status              string `json:"status"`
	NotificationMessage string `json:"notificationMessage"`
	ShortSummary        string `json:"shortSummary"`
}

type Report struct {
	FinishedAt   int64    `json:"finishedAt"`
	CheckResults []Result `json:"checkResults"`
}

var checks = map[string]func() Result{"disk": disk}

func disk() Result {
	var fs syscall.Statfs_t
	if err := syscall.Statfs("/", &fs); err != nil {
		panic(err)
	}
	used := math.Round(100 * (1 - float64(fs.Bavail)/float64(fs.Blocks)))
	result := Result{Label: "Disk space", Status: "ok", ShortSummary: fmt.Sprintf("%.0f %%", used)}
	if used >= 80 {
		result.Status = "warning"
		result.NotificationMessage = fmt.Sprintf("Disk space: %.0f %% used.", used)
	}
	if used >= 95 {
		result.Status = "failed"
	}
	return result
}

func database() Result {
	started := time.Now()
	connection, err := net.DialTimeout("tcp", os.Getenv("DATABASE"), 2*time.Second)
	if err != nil {
		message := "Could not connect: " + err.Error()
		return Result{Label: "Database", Status: "failed", NotificationMessage: message}
	}
	connection.Close()
	summary := fmt.Sprintf("%d ms", time.Since(started).Milliseconds())
	return Result{Label: "Database", Status: "ok", ShortSummary: summary}
}

func runCheck(name string, check func() Result) (result Result) {
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{Status: "crashed", NotificationMessage: fmt.Sprint(cause)}
		}
		result.Name = name
	}()
	return check()
}

func runChecks() *Report {
	results := []Result{}
	for name, check := range checks {
		results = append(results, runCheck(name, check))
	}
	return &Report{time.Now().Unix(), results}
}

func main() {
	if os.Getenv("DATABASE") != "" {
		checks["database"] = database
	}
	var latest atomic.Pointer[Report]
	latest.Store(runChecks())
	go func() {
		for range time.Tick(30 * time.Second) {
			latest.Store(runChecks())
		}
	}()

	http.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {
		report := latest.Load()
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		for _, result := range report.CheckResults {
			if result.Status == "failed" || result.Status == "crashed" {
				// For load balancers; monitord reads the report with any status.
				w.WriteHeader(http.StatusServiceUnavailable)
				break
			}
		}
		json.NewEncoder(w).Encode(report)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "8090"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/health\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
