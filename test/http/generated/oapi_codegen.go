// Reads each list through the package that oapi-codegen made, and prints its length.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	"example.com/read/made"
)

func main() {
	client, err := made.NewClientWithResponses(os.Getenv("API_URL"), made.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
			return nil
		}))
	if err != nil {
		panic(err)
	}
	var lists [][2]any
	if err := json.Unmarshal([]byte(os.Getenv("LISTS")), &lists); err != nil {
		panic(err)
	}
	for _, list := range lists {
		operation := list[0].(string)
		method := reflect.ValueOf(client).MethodByName(pascal(operation) + "WithResponse")
		args := []reflect.Value{reflect.ValueOf(context.Background())}
		for _, arg := range list[1].([]any) {
			args = append(args, reflect.ValueOf(arg.(string)))
		}
		// A method with a query takes a pointer to its parameters before the editors, which are none.
		if len(args) < method.Type().NumIn()-1 {
			args = append(args, reflect.Zero(method.Type().In(len(args))))
		}
		answer := method.Call(args)
		if err := answer[1]; !err.IsNil() {
			panic(fmt.Sprint(operation, ": ", err))
		}
		fmt.Println(operation, answer[0].Elem().FieldByName("JSON200").Elem().Len())
	}
}

func pascal(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
