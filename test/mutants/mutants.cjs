/**
 * Mistakes that somebody could make in the sources, each with the tests that must notice it. The loader of the tests
 * puts one in when MEYDAN_MUTANT names it (`npm run test:mutants`). `find` stands in `file` exactly once.
 * `isSimulated`: the simulator must find it too, within 200 seeds, under the focused plan of that name if there is one.
 */
module.exports = [
  {
    name: 'a new owner does not claim the room',
    file: 'actors/room/load.ts',
    find: 'const mustClaim = (isForeign || (isUnknown && newest !== undefined)) && !state.head?.deleted;',
    replace: 'const mustClaim = isUnknown && !isForeign && newest !== undefined && !state.head?.deleted;',
    tests: ['test/rooms/log/owners.test.ts'],
    isSimulated: true,
    plan: 'takeovers',
  },
  {
    name: 'the gate does not ask for the lease',
    file: 'actors/runtime/activation.ts',
    find: 'if (!this.#context.ownership.holds(this.id)) return false;',
    replace: '',
    tests: ['test/runtime/trust.test.ts'],
    isSimulated: true,
    plan: 'ended leases',
  },
  {
    name: "the admins' channel has no chain",
    file: 'actors/room/log/apply.ts',
    find: 'head.prevAdmins = after.onAdmins ? seq : after.prevAdmins;',
    replace: 'head.prevAdmins = after.prevAdmins;',
    tests: ['test/rooms/log/streams.test.ts'],
    isSimulated: true,
  },
  {
    name: 'a kick that is heard while a room is being opened is not followed',
    file: 'http/gateway/rooms/room-feed.ts',
    find: 'if (move && !follow(subscription, move)) return this.drop(subscription);',
    replace: 'if (move && move.role !== null) follow(subscription, move);',
    tests: ['test/gateway/delivery/lagging-feed.test.ts'],
    isSimulated: true,
    plan: 'openings',
  },
  {
    name: 'a kicked person goes on hearing the activity of the room',
    file: 'http/gateway/rooms/room-activity.ts',
    find: '    this.unwatch(account);\n    this.#left.delete(account);',
    replace: '    this.#left.delete(account);',
    tests: ['test/rooms/devices.test.ts'],
    isSimulated: true,
    plan: 'openings',
  },
  {
    name: 'a duplicate of the same owner counts as our own commit',
    file: 'actors/runtime/commit-lanes.ts',
    find: 'return stored?.commit === entry.commit;',
    replace: "return stored?.commit.split('.')[0] === entry.commit.split('.')[0];",
    tests: ['test/runtime/commit-lanes.test.ts'],
  },
  {
    name: 'an edit is guarded one too high',
    file: 'actors/room/log/project.ts',
    find: '    guard: { olderThan: seq },\n    set: { content: packContent(content)',
    replace: '    guard: { olderThan: seq + 1 },\n    set: { content: packContent(content)',
    tests: ['test/rooms/model/guards.test.ts'],
  },
  {
    name: 'a follower tolerates a hole of one',
    file: 'actors/cluster/stream-subscription.ts',
    find: 'item.seq > this.#lastSeq + 1)',
    replace: 'item.seq > this.#lastSeq + 2)',
    tests: ['test/cluster/stream-subscription.test.ts'],
    isSimulated: true,
  },
  {
    name: 'a life that was lost keeps its token',
    file: 'actors/cluster/coordinator.ts',
    find: 'this.#me = { ...this.#me, token: newToken(this.#options.env) };',
    replace: '',
    tests: ['test/cluster/coordinator.test.ts'],
  },
  {
    name: 'a conflict leaves later units in the lane',
    file: 'actors/runtime/commit-lanes.ts',
    find: '      this.cancel(refused.owner.key);\n',
    replace: '',
    also: {
      file: 'actors/runtime/activation.ts',
      find: "    if (this.#phase === 'over' || number <= this.#durable) return;\n    this.#context.lanes.cancel(this.key);\n    this.#submitted = this.#durable;",
      replace:
        "    if (this.#phase === 'over' || number <= this.#durable) return;\n    this.#submitted = this.#durable;",
    },
    tests: ['test/runtime/conflicts.test.ts'],
  },
  {
    name: 'a read cursor is written without a look at its version',
    file: 'actors/room/log/project.ts',
    find: 'const guard = { equals: { rev: reader.rev, v: reader.v - 1 } };',
    replace: 'const guard = { equals: { rev: reader.rev } };',
    tests: ['test/rooms/log/owners.test.ts'],
  },
  {
    name: 'a read passes the gate while one unit is on its way',
    file: 'actors/runtime/activation.ts',
    find: '    this.#hold(envelope, () => {\n      if (outputs)',
    replace:
      '    const early = (run: () => void) => (this.#submitted === this.#durable + 1 ? run() : this.#hold(envelope, run));\n' +
      '    early(() => {\n      if (outputs)',
    tests: ['test/runtime/turns.test.ts'],
    isSimulated: true,
  },
  {
    name: 'a checkpoint forgets the members that changed',
    file: 'actors/room/room-actor.ts',
    find: 'putMembers(state, state.dirty)',
    replace: 'putMembers(state, [])',
    tests: ['test/rooms/log/owners.test.ts', 'test/rooms/log/crash-repair.test.ts'],
    isSimulated: true,
  },
  {
    name: 'MongoDB carries out the writes of one document in any order',
    file: 'src/store/mongo/bulk-writes.ts',
    find: '    const round = rounds[at] ?? [];\n    rounds[at] = round;',
    replace: '    const round = rounds[0] ?? [];\n    rounds[0] = round;',
    tests: ['test/store/mongo.test.ts'],
  },
];
