/** How many pushes are on their way at once, and whose they are. */
import { Deliveries, DeliveryLane } from '#jobs/push/delivery-lane.js';

/** Deliveries that end when they are told to. */
function heldDeliveries() {
  const ends: (() => void)[] = [];
  const deliver = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, deliver };
}

const turns = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

describe('the deliveries of a node', () => {
  it('give a room its turn while a large one has more to deliver', async () => {
    const node = new Deliveries(2);
    const large = heldDeliveries();
    const small = heldDeliveries();
    const ofLarge = new DeliveryLane(node);
    const ofSmall = new DeliveryLane(node);
    const fill = async () => {
      for (let n = 0; n < 5; n += 1) await ofLarge.begin({ service: 'fcm', run: large.deliver });
    };
    const filling = fill();
    await turns();
    const begun = ofSmall.begin({ service: 'fcm', run: small.deliver });
    await turns();
    expect([large.ends.length, small.ends.length]).toEqual([2, 0]);
    // The large room asked for its next one before; then it is the turn of the small one.
    large.ends[0]?.();
    await turns();
    large.ends[1]?.();
    await begun;
    expect([large.ends.length, small.ends.length]).toEqual([3, 1]);
    small.ends[0]?.();
    await ofSmall.ended();
    for (let n = 2; n < 5; n += 1) {
      await turns();
      large.ends[n]?.();
      await turns();
    }
    await filling;
    await ofLarge.ended();
    expect(large.ends.length).toBe(5);
  });

  it('are all waited for, and one that fails makes the pass fail', async () => {
    const lane = new DeliveryLane(new Deliveries(8));
    const { ends, deliver } = heldDeliveries();
    await lane.begin({ service: 'fcm', run: () => Promise.reject(new Error('no room')) });
    await lane.begin({ service: 'fcm', run: deliver });
    let isOver = false;
    const ended = lane.ended().finally(() => {
      isOver = true;
    });
    const failing = expect(ended).rejects.toThrow('no room');
    await turns();
    expect(isOver).toBe(false);
    ends[0]?.();
    await failing;
  });

  it('to a slow service hold up none to another', async () => {
    const lane = new DeliveryLane(new Deliveries(1));
    const [slow, quick] = [heldDeliveries(), heldDeliveries()];
    const service = (name: string, { deliver: run }: ReturnType<typeof heldDeliveries>) => ({ service: name, run });
    const begun = lane.beginAll([
      service('slow', slow),
      service('slow', slow),
      service('quick', quick),
      service('quick', quick),
    ]);
    await turns();
    quick.ends[0]?.();
    await turns();
    expect([slow.ends.length, quick.ends.length]).toEqual([1, 2]);
    slow.ends[0]?.();
    await begun;
    slow.ends[1]?.();
    quick.ends[1]?.();
    await lane.ended();
  });

  it('to services beyond some hundred have one bound', () => {
    const deliveries = new Deliveries(1);
    const bounds = Array.from({ length: 300 }, (_, at) => deliveries.to(`host-${at}`));
    expect(new Set(bounds).size).toBe(257);
    expect(deliveries.to('host-0')).toBe(bounds[0]);
  });
});
