/** The commands that can be typed while the cluster runs, to break a part and see the effect on clients. */
const HELP = `  status      who is there and who is ready
  kill N      as by kill -9; it is started again, and its rooms answer elsewhere within a lease and a beat
  drain N     as in a rolling deploy: hands over, ends, is started again
  freeze N    stops it without a word (SIGSTOP); thaw N lets it go on
  add         one more node
  remove N    drains it and leaves it out
  stop        the same as Ctrl-C`;

export function listenToWords(input, { nodes, balancer, say, stop }) {
  const words = {
    help: () => say(HELP),
    status: () => {
      for (const node of nodes.all) say(`  ${statusOf(node, balancer)}`);
    },
    add: async () => {
      const node = await nodes.add();
      say(`  ${statusOf(node, balancer)}`);
    },
    stop,
  };
  for (const word of ['kill', 'drain', 'freeze', 'thaw', 'remove']) {
    words[word] = (number) => {
      const node = nodes.find(Number(number));
      return node ? nodes[word](node) : say(`  ${word} which one? ${nodes.all.map((one) => one.number).join(', ')}`);
    };
  }
  input.on('line', async (line) => {
    const [word = '', number] = line.trim().split(/\s+/);
    if (word === '') return;
    const act = Object.hasOwn(words, word) ? words[word] : words.help;
    try {
      await act(number);
    } catch (error) {
      say(`  ${error.message}`);
    }
  });
}

export function statusOf({ name, port, metricsPort, process: { child } }, balancer) {
  const state = balancer.isReady(name) ? 'ready' : 'not ready';
  const metrics = metricsPort === 'off' ? 'off' : `http://127.0.0.1:${metricsPort}/metrics`;
  return `${name}  http://localhost:${port}  metrics ${metrics}  pid ${child.pid}  ${state}`;
}
