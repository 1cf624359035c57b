"""python-socketio: logs in, joins, opens, says something, and hears an answer."""

import json
import sys
import threading

import requests
import socketio

url, name, room, *transports = sys.argv[1:]


def ask(token, method, path, body):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = requests.request(method, url + path, json=body, headers=headers, timeout=20)
    answer.raise_for_status()
    return answer.json()


token = ask(None, "POST", "/api/auth/developer", {"name": name})["access_token"]
ask(token, "PUT", "/api/me/username", {"username": name})
ask(token, "POST", f"/api/rooms/{room}/join", {})

client = socketio.Client(reconnection=False)
heard = threading.Event()
refusals = []


@client.on("connect_error")
def refused(data):
    refusals.append(data)


@client.on("message:new")
def said(event):
    if event["message"]["body"] == f"merhaba {name} 👋":
        heard.set()


try:
    client.connect(url, auth={"token": token}, **({"transports": transports} if transports else {}))
except socketio.exceptions.ConnectionError:
    print("REFUSED " + json.dumps(refusals))
    sys.exit(3)
for operation, payload in (("room:open", {"room": room}), ("message:new", {"room": room, "body": f"ben {name}, günaydın"})):
    answer = client.call(operation, payload, timeout=20)
    if not answer["ok"]:
        print(json.dumps(answer))
        sys.exit(4)
if not heard.wait(20):
    sys.exit(5)
client.disconnect()
print("HEARD")
