// Sends one event by PagerDuty's own library for Go: go-pagerduty URL trigger, go-pagerduty URL resolve KEY.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/PagerDuty/go-pagerduty"
)

func main() {
	client := pagerduty.NewClient("", pagerduty.WithV2EventsAPIEndpoint(os.Args[1]))
	event := pagerduty.V2Event{RoutingKey: "r", Action: os.Args[2]}
	if os.Args[2] == "trigger" {
		event.Payload = &pagerduty.V2Payload{Summary: "Disk full", Source: "db1", Severity: "critical"}
	} else {
		event.DedupKey = os.Args[3]
	}
	answer, err := client.ManageEventWithContext(context.Background(), &event)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(answer.DedupKey)
}
