/** Prints the folder with the jars of the Java client of Socket.IO, for tests. Needs a JDK and Maven. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onPath } from '../programs.mjs';
import { mavenIntoCache } from './into-cache.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/java-socketio', import.meta.url));
const POM = fileURLToPath(new URL('../../test/clients/pom.xml', import.meta.url));

try {
  for (const program of ['javac', 'mvn']) if (!onPath(program)) throw new Error(`there is no ${program}`);
  if (!existsSync(CACHE)) mavenIntoCache(CACHE, POM);
  console.log(CACHE);
} catch (cause) {
  console.error(`No Java client of Socket.IO: ${cause.message}. Name the folder of its jars in MEYDAN_JAVA_SOCKETIO.`);
  process.exitCode = 1;
}
