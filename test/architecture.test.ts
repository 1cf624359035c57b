import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  fileCircles,
  folderCircles,
  forbiddenImports,
  importsOf,
  isTooLong,
  keyPairUses,
  processUses,
  pythonIn,
  type Source,
  serverFolders,
  sourcesIn,
  worldlyUses,
} from './support/architecture-rules.js';

const serverSources = sourcesIn(...serverFolders);
/** What runs elsewhere: in browsers, in other people's programs. */
const client = sourcesIn('sdk/src');
const in_ = (prefix: string) => serverSources.filter(({ path }) => path.startsWith(prefix));
const source = (path: string, text: string): Source => ({ path, text });

describe('import directions', () => {
  it('are kept by every source file', () => {
    expect(serverSources.length).toBeGreaterThan(50);
    expect([...serverSources, ...client].flatMap(forbiddenImports)).toEqual([]);
  });

  it.each([
    ['src/domain/rooms/room.ts', "import { readFileSync } from 'node:fs';"],
    ['src/domain/rooms/room.ts', "import joi from 'joi';"],
    ['src/errors.ts', "import type { Room } from './domain/room.js';"],
    ['src/protocol/rooms/rooms.ts', "import { openMongoStore } from '#src/store/mongo/mongo-store.js';"],
    ['src/store/mongo/client.ts', "import { roomView } from '#src/protocol/present/room.js';"],
    ['src/config/config.ts', "import { ActorSystem } from '#actors/runtime/actor-system.js';"],
    ['actors/runtime/mailbox.ts', "import type { Room } from '#src/domain/rooms/room.js';"],
    ['actors/room/messages/send-message.ts', "import joi from 'joi';"],
    ['actors/room/messages/send-message.ts', "import { readFileSync } from 'node:fs';"],
    ['actors/room/messages/send-message.ts', "import { userState } from '#actors/user/user-state.js';"],
    ['actors/room/log/announce.ts', "import { events } from '#src/protocol/socket/events.js';"],
    ['actors/room/messages/send-message.ts', "import { emit } from '#http/gateway/delivery/outbox.js';"],
    ['http/api/rooms/rooms.ts', "import { roomActor } from '#actors/room/room-actor.js';"],
    ['http/api/rooms/rooms.ts', "import type { Store } from '#src/store/store.js';"],
    ['http/api/rooms/rooms.ts', "import type { Reader,\n  Write } from '#src/store/store.js';"],
    ['http/api/rooms/rooms.ts', "import { MongoClient } from 'mongodb';"],
    ['http/api/rooms/rooms.ts', "const { sweep } = await import('#jobs/sweep-sessions.js');"],
    ['jobs/sweep-sessions.ts', "import { server } from '#http/server.js';"],
    ['sdk/src/client.ts', "import { rooms } from '#src/domain/rooms/room.js';"],
    ['sdk/src/client.ts', "import { readFileSync } from 'node:fs';"],
    ['elsewhere/client.ts', "export * from './other.js';"],
  ])('refuse in %s: %s', (path, text) => {
    expect(forbiddenImports(source(path, text))).toHaveLength(1);
  });

  it.each([
    ['actors/room/log/announce.ts', "import type { EventName } from '#src/protocol/socket/events.js';"],
    ['actors/user/inbox.ts', "import type { Rooms } from '#actors/room/commands.js';"],
    ['http/api/rooms/rooms.ts', "import type { Reader } from '#src/store/store.js';"],
    ['http/api/rooms/rooms.ts', "// import { MongoClient } from 'mongodb';"],
  ])('allow in %s: %s', (path, text) => {
    expect(forbiddenImports(source(path, text))).toEqual([]);
  });

  it('never climb two folders up: across modules an import names its module', () => {
    const climbing = [...serverSources, ...sourcesIn('web/src', 'web/console', 'web/panel')].filter(({ text }) =>
      /from '(\.\.\/){2}/.test(text),
    );
    expect(climbing.map(({ path }) => path)).toEqual([]);
  });
});

describe('circles of imports, those of types included', () => {
  const pages = sourcesIn('web/src', 'web/console', 'web/panel');
  const everything = [...serverSources, ...client, ...pages];

  it('do not exist between single files of the service, the client and the pages', () => {
    expect(pages.length).toBeGreaterThan(300);
    expect(fileCircles(everything)).toEqual([]);
  });

  const roots = [
    'actors',
    'actors/room',
    'actors/user',
    'actors/sponsored',
    'console',
    'http',
    'http/api',
    'http/gateway',
    'jobs',
  ];
  const partsOfSrc = ['src', 'src/cluster', 'src/domain', 'src/protocol', 'src/store'];

  it.each([...roots, ...partsOfSrc])('do not exist between folders of %s/', (root) => {
    expect(folderCircles(everything, root)).toEqual([]);
  });

  it('are found where a view or a name of a folder is imported', () => {
    const view = source('web/src/rooms/list.tsx', "import { rest } from '#sdk/rest.js';");
    const model = source('sdk/src/rest.ts', "import type { Row } from '#page/rooms/list.js';");
    expect(fileCircles([view, model])).toEqual([['sdk/src/rest.ts', 'web/src/rooms/list.tsx']]);
  });

  const planted = [
    source('actors/room/log/apply.ts', "import type { Plan } from '../model/plan.js';"),
    source('actors/room/model/plan.ts', "export { Edge } from '#actors/room/reading/pages.js';"),
    source('actors/room/reading/pages.ts', "import {\n  type Fold,\n} from '../log/fold.js';"),
    source('actors/room/log/fold.ts', "import { roomState } from './room-state.js';"),
    source('actors/room/handlers.ts', "import { apply } from './log/apply.js';"),
  ];

  it('are found between folders whose files have none', () => {
    expect(fileCircles(planted)).toEqual([]);
    expect(folderCircles(planted, 'actors/room')).toEqual([['log', 'model', 'reading']]);
  });

  it('are found between files', () => {
    const closing = source('actors/room/log/fold.ts', "import type { Apply } from './apply.js';");
    const [circle] = fileCircles([...planted.filter(({ path }) => path !== closing.path), closing]);
    expect(circle).toHaveLength(4);
    expect(circle).not.toContain('actors/room/handlers.ts');
  });
});

describe('sizes', () => {
  it('are within their budget everywhere', () => {
    const handWritten = client.filter(({ path }) => !path.startsWith('sdk/src/generated/'));
    const beside = sourcesIn('test', 'scripts', 'bench', 'examples', 'web/src', 'web/console', 'web/panel');
    const python = pythonIn('sdk-python', 'test').filter(({ path }) => !path.includes('/generated/'));
    expect(python.length).toBeGreaterThan(15);
    expect([...serverSources, ...handWritten, ...beside, ...python].flatMap(isTooLong)).toEqual([]);
  });

  it.each([
    ['actors/room/room-actor.ts', 150],
    ['actors/room/messages/send-message.ts', 250],
    ['http/api/rooms/rooms.ts', 250],
    ['src/app.ts', 250],
    ['sdk-python/src/meydan/client.py', 250],
    ['test/rooms/talk.test.ts', 400],
  ])('%s may have %d lines and not one more', (path, most) => {
    expect(isTooLong(source(path, 'x\n'.repeat(most)))).toEqual([]);
    expect(isTooLong(source(path, 'x\n'.repeat(most + 1)))).toHaveLength(1);
  });
});

describe('the world', () => {
  it('comes to actors through Env alone, and to the domain not at all', () => {
    const pure = [
      ...in_('actors/').filter(({ path }) => path !== 'actors/runtime/system-env.ts'),
      ...in_('src/domain/'),
    ];
    expect(pure.flatMap(worldlyUses)).toEqual([]);
  });

  it.each(['Date.now()', 'new Date()', 'Math.random()', 'setTimeout(f, 1)', 'randomUUID()'])(
    'is noticed in %s',
    (use) => {
      expect(worldlyUses(source('actors/room/messages/send-message.ts', `const it = ${use};`))).toHaveLength(1);
    },
  );

  it('gives its process to the programs alone; metrics read memory and time of it, the stall watch ends it', () => {
    const mains = [
      'src/main.ts',
      'src/app/doctor/main.ts',
      'src/observability/metrics.ts',
      'src/observability/stall/exit-from-thread.ts',
      'console/main.ts',
    ];
    const others = serverSources.filter(({ path }) => !mains.includes(path));
    expect(others.flatMap(processUses)).toEqual([]);
    expect(processUses(source('src/app.ts', 'process.exit(1)'))).toHaveLength(1);
  });
});

describe('pairs of keys', () => {
  const itself = 'test/architecture.test.ts';
  const everything = [...serverSources, ...sourcesIn('sdk', 'web', 'test', 'scripts', 'bench', 'examples')];

  it('are made in one place, as text: an export of what Node 20 just made may wait for itself', () => {
    expect(everything.filter(({ path }) => path !== itself).flatMap(keyPairUses)).toEqual([]);
    expect(everything.map(({ path }) => path)).toContain('test/support/key-pairs.ts');
  });

  it.each([
    ["import { generateKeyPairSync } from 'node:crypto';", 1],
    ["import { generateKeyPair as make } from 'crypto';", 1],
    ["const { generateKeyPair } = await import('node:crypto');", 1],
    ["crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });", 1],
    ["import { generateKeyPair } from 'jose';\ncrypto.generateKeyPairSync('rsa', {});", 1],
    ["import { generateKeyPair } from 'jose';\nawait generateKeyPair('RS256');", 0],
    ["await subtle.generateKey({ name: 'Ed25519' }, true, ['sign']);", 0],
    ['// What generateKeyPairSync makes is not exported.', 0],
  ])('%s: %d', (text, uses) => {
    for (const path of ['src/adapters/push/apns-sender.ts', 'test/push/apns.test.ts', 'scripts/start.mjs']) {
      expect(keyPairUses(source(path, text))).toHaveLength(uses);
    }
  });
});

describe('packages', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const configs = ['jest.config.js', 'package.json', 'scripts/setup.mjs', 'scripts/test.mjs', 'web/tsconfig.json'];
  const named = configs.map((path) => readFileSync(path, 'utf8')).join('\n');
  /** Asked for by no module that the rules read. */
  const asked = {
    '@swc/core': 'test/support/runner/compiled-typescript.cjs',
    '@biomejs/biome': 'the lint script',
    react: 'test/sdk/hooks/chat.jsx',
    'react-dom': 'test/sdk/hooks/chat.jsx',
  };

  /** Loaded when it is asked for, by one folder, and never in production: the image does without. */
  const developmentOnly: Record<string, string> = { 'oidc-provider': 'src/adapters/development-provider/' };

  it('that run in production are declared as such, and those that serve development alone are not', () => {
    const isOurs = (target: string) => /^(node:|(src|actors|http|jobs|console)\/)/.test(target);
    const isForDevelopment = (path: string, target: string) => path.startsWith(developmentOnly[target] ?? 'nowhere');
    expect(Object.keys(developmentOnly).filter((name) => name in dependencies)).toEqual([]);
    const undeclared = serverSources.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => !isOurs(target) && !(target in dependencies) && !isForDevelopment(file.path, target))
        .map(({ target }) => `${file.path}: ${target}`),
    );
    expect(undeclared).toEqual([]);
  });

  it('are all used', () => {
    const files = [...serverSources, ...sourcesIn('test', 'scripts', 'bench', 'web', 'examples')];
    const used = new Set(files.flatMap((file) => importsOf(file).map(({ target }) => target)));
    const idle = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !used.has(name) && !name.startsWith('@types/') && !(name in asked) && !named.includes(`'${name}'`),
    );
    expect(idle).toEqual([]);
  });

  it('are locked for every platform, and the lock names no registry', () => {
    execFileSync(process.execPath, ['scripts/complete-lock.mjs', '--check'], { stdio: 'pipe' });
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });
});
