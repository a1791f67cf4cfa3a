"""A client that openapi-python-client generated does what docs/api.md shows."""

import os
import sys

from parley import AuthenticatedClient
from parley.api.automations import list_automations
from parley.api.contacts import create_contact, get_contact, list_contacts, upsert_contacts
from parley.models import (
    Contact,
    CreateContactBody,
    Problem,
    UpsertContactsBody,
    UpsertContactsBodyContactsItem,
)

client = AuthenticatedClient(base_url=os.environ["PARLEY"] + "/api/v1", token=os.environ["KEY"])
phone, other = sys.argv[1:3]


def add():
    return create_contact.sync(
        client=client, body=CreateContactBody(phone=phone), idempotency_key="generated-python"
    )


first, again = add(), add()
assert isinstance(first, Contact) and isinstance(again, Contact), first
assert first.phone == phone and again.id == first.id
rows = [UpsertContactsBodyContactsItem(phone=each) for each in (phone, other)]
upserted = upsert_contacts.sync(client=client, body=UpsertContactsBody(contacts=rows))
assert not isinstance(upserted, Problem) and upserted is not None
assert (upserted.created, upserted.updated, upserted.ids[0]) == (1, 1, first.id)
page = list_contacts.sync(client=client, phone=phone)
assert not isinstance(page, Problem) and page is not None and [each.id for each in page.data] == [first.id]
gone = get_contact.sync(contact="con_999999999", client=client)
assert isinstance(gone, Problem) and gone.status == 404
assert not isinstance(list_automations.sync(client=client), Problem)
print("python: 6 calls answered as documented")
