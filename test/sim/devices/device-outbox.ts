/** What a device has to send, in the SDK's own outbox, which outlives the program. */
import { MeydanError, networkError } from '#sdk/errors.js';
import { Outbox } from '#sdk/outbox.js';
import type { OutboxStore } from '#sdk/storage.js';
import type { SendResult } from '#sdk/wire.js';
import type { Device } from './device.js';

const MAX = 50;

export class DeviceOutbox {
  readonly #device: Device;
  readonly #store: OutboxStore;
  #current: Outbox;
  #said = 0;

  constructor(device: Device) {
    this.#device = device;
    let text = '[]';
    this.#store = { load: () => JSON.parse(text), save: (_account, items) => void (text = JSON.stringify(items)) };
    this.#current = this.#begin();
  }

  get current(): Outbox {
    return this.#current;
  }

  /** The program ends, with what it was sending, and begins anew. */
  restart(): void {
    this.#device.connection.go(false);
    this.#current.close();
    this.#current = this.#begin();
  }

  /** What became of it is in the history. */
  async say(slug: string, room: string): Promise<void> {
    this.#said += 1;
    const key = `${this.#device.name}-${this.#said}`;
    const { history } = this.#device.world;
    history.queued.push({
      who: this.#device.person.account,
      device: this.#device.name,
      room,
      key,
      sent: [],
      isRefused: false,
    });
    await this.#current.enqueue(slug, { body: `söz ${key}` }, key).catch((error: unknown) => {
      if (!(error instanceof MeydanError)) throw error;
    });
  }

  #begin(): Outbox {
    const { world, person, connection } = this.#device;
    const outbox: Outbox = new Outbox({
      max: MAX,
      keepsRefused: false,
      store: this.#store,
      isOnline: () => connection.isOnline,
      send: async ({ room: slug, draft, clientId }): Promise<SendResult> => {
        const room = this.#device.rooms.find((each) => each.slug === slug);
        if (!room) throw networkError();
        return room.send(draft, clientId, () => this.#current === outbox);
      },
    });
    const queuedAs = (clientId: string) => world.history.queued.find(({ key }) => key === clientId);
    outbox.on('sent', ({ pending, sent }) => queuedAs(pending.clientId)?.sent.push(sent.message?.seq ?? 0));
    outbox.on('refused', ({ pending }) => {
      const queued = queuedAs(pending.clientId);
      if (queued) queued.isRefused = true;
    });
    void outbox.restore(person.account);
    return outbox;
  }
}
