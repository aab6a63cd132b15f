// One WebSocket for the page. It comes back by itself, says what the page already has, matches replies to requests, and
// sends again what it got no reply to: every request has a number of its own, so that the table does it once.

const SLOWEST = 15000;
const BROKEN = 3000;
const ONCE = ["answer", "cancel", "change", "deed", "dismiss", "invite", "line", "sample"]; // asked for again before it is answered, it is one wish

export class Wire {
  constructor(address, { hello, push, state }) {
    this.address = address;
    this.hello = hello;
    this.push = push;
    this.state = state;
    this.waiting = new Map();
    this.wishes = new Map();
    this.number = 0;
    this.page = Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("");
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
    const unanswered = [...this.waiting.entries()].filter(([, { message }]) => message.do !== "hello");
    this.waiting.clear();
    await this.ask({ do: "hello", ...this.hello() });
    this.state("live");
    for (const [id, { message, settle }] of unanswered) this.transmit(id, message, settle); // done once, however often it comes
  }

  receive(message) {
    if (!("reply" in message)) {
      this.push(message);
      return;
    }
    if (!this.waiting.has(message.reply)) this.refused?.(message); // what the server could not even read
    this.waiting.get(message.reply)?.settle(message);
    this.waiting.delete(message.reply);
  }

  lost(event) {
    if (event.code === 4404 || event.code === 4403) {
      for (const { settle } of this.waiting.values()) settle({ ok: false, code: "away", text: "" });
      this.waiting.clear();
      this.state("dead");
      return;
    }
    this.state("away");
    if (event.code === 4503) this.delay = BROKEN; // its system fails: it is there again as soon as that is mended
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
    if (!ONCE.includes(message.do)) return this.request(message);
    const wish = JSON.stringify(message);
    if (!this.wishes.has(wish)) this.wishes.set(wish, this.request(message).finally(() => this.wishes.delete(wish)));
    return this.wishes.get(wish);
  }

  request(message) {
    this.number += 1;
    const id = this.number;
    const numbered = message.do === "hello" ? message : { ...message, request: `${this.page}-${id}` };
    return new Promise((settle) => this.transmit(id, numbered, settle));
  }

  transmit(id, message, settle) {
    this.waiting.set(id, { message, settle });
    this.socket.send(JSON.stringify({ ...message, id }));
  }
}
