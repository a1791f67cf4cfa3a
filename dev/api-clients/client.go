// A client that oapi-codegen generated does what docs/api.md shows.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"clients/parley"
)

func check(holds bool, what string, of any) {
	if !holds {
		panic(fmt.Sprintf("%s: %+v", what, of))
	}
}

func main() {
	phone, other := os.Args[1], os.Args[2]
	ctx := context.Background()
	signed := parley.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
		return nil
	})
	client, err := parley.NewClientWithResponses(os.Getenv("PARLEY")+"/api/v1", signed)
	check(err == nil, "client", err)
	once := "generated-go"
	add := func() *parley.CreateContactResponse {
		params := &parley.CreateContactParams{IdempotencyKey: &once}
		answer, err := client.CreateContactWithResponse(ctx, params, parley.CreateContactJSONRequestBody{Phone: phone})
		check(err == nil && answer.JSON201 != nil, "create", err)
		return answer
	}
	first, again := add().JSON201, add().JSON201
	check(first.Phone == phone && again.Id == first.Id, "once", again)
	var body parley.UpsertContactsJSONRequestBody
	for _, each := range []string{phone, other} {
		body.Contacts = append(body.Contacts, struct {
			Phone string             `json:"phone"`
			Tags  *map[string]string `json:"tags,omitempty"`
		}{Phone: each})
	}
	upserted, err := client.UpsertContactsWithResponse(ctx, &parley.UpsertContactsParams{}, body)
	check(err == nil && upserted.JSON200 != nil, "upsert", err)
	rows := upserted.JSON200
	check(rows.Created == 1 && rows.Updated == 1 && rows.Ids[0] == first.Id, "upserted", rows)
	page, err := client.ListContactsWithResponse(ctx, &parley.ListContactsParams{Phone: &phone})
	check(err == nil && page.JSON200 != nil && page.JSON200.Data[0].Id == first.Id, "list", err)
	gone, err := client.GetContactWithResponse(ctx, "con_999999999")
	check(err == nil && gone.ApplicationproblemJSON404 != nil, "404", err)
	automations, err := client.ListAutomationsWithResponse(ctx, &parley.ListAutomationsParams{})
	check(err == nil && automations.JSON200 != nil, "automations", err)
	fmt.Println("go: 6 calls answered as documented")
}
