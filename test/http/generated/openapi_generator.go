// Reads each list through the package that openapi-generator made, and prints its length.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	made "example.com/made"
)

func main() {
	configuration := made.NewConfiguration()
	configuration.Servers = made.ServerConfigurations{{URL: os.Getenv("API_URL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("API_KEY"))
	client := reflect.ValueOf(made.NewAPIClient(configuration)).Elem()
	var lists [][2]any
	if err := json.Unmarshal([]byte(os.Getenv("LISTS")), &lists); err != nil {
		panic(err)
	}
	for _, list := range lists {
		operation := list[0].(string)
		args := []reflect.Value{reflect.ValueOf(context.Background())}
		for _, arg := range list[1].([]any) {
			args = append(args, reflect.ValueOf(arg.(string)))
		}
		for i := range client.NumField() {
			field := client.Type().Field(i)
			if !strings.HasSuffix(field.Name, "API") {
				continue
			}
			method := client.Field(i).MethodByName(pascal(operation))
			if !method.IsValid() {
				continue
			}
			answer := method.Call(args)[0].MethodByName("Execute").Call(nil)
			if err := answer[2]; !err.IsNil() {
				panic(fmt.Sprint(operation, ": ", err))
			}
			fmt.Println(operation, answer[0].Len())
		}
	}
}

func pascal(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
