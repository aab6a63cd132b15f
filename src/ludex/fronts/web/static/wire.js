// One WebSocket for the page. It comes back by itself, says what the page already has, and matches replies to requests.

const SLOWEST = 15000;

export class Wire {
  constructor(address, { hello, push, state }) {
    this.address = address;
    this.hello = hello;
    this.push = push;
    this.state = state;
    this.waiting = new Map();
    this.number = 0;
    this.delay = 400;
    this.connect();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.state("away")); // long before the socket finds out
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.greet());
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event));
  }

  async greet() {
    this.delay = 400;
    await this.ask({ do: "hello", ...this.hello() });
    this.state("live");
  }

  receive(message) {
    if (!("reply" in message)) {
      this.push(message);
      return;
    }
    if (!this.waiting.has(message.reply)) this.refused?.(message); // what the server could not even read
    this.waiting.get(message.reply)?.(message);
    this.waiting.delete(message.reply);
  }

  lost(event) {
    for (const settle of this.waiting.values()) settle({ ok: false, code: "away", text: "" });
    this.waiting.clear();
    if (event.code === 4404 || event.code === 4403) {
      this.state("dead");
      return;
    }
    this.state("away");
    this.timer = setTimeout(() => this.connect(), this.delay * (0.7 + Math.random() * 0.6));
    this.delay = Math.min(this.delay * 1.7, SLOWEST);
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN && navigator.onLine) this.state("live");
  }

  // Send a request; its reply comes back, or `{ok: false, code: "away"}` if there is nobody to hear it.
  ask(message) {
    if (this.socket.readyState !== WebSocket.OPEN || !navigator.onLine) return Promise.resolve({ ok: false, code: "away", text: "" });
    this.number += 1;
    const id = this.number;
    this.socket.send(JSON.stringify({ ...message, id }));
    return new Promise((settle) => this.waiting.set(id, settle));
  }
}
