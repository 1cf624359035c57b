/** The built service in a process of its own: starts, answers one request, and prints the packages of traces that it loaded. */
import { createRequire } from 'node:module';
import { createApp } from '../../dist/src/app.js';
import { loadConfig } from '../../dist/src/config/config.js';

const app = await createApp(loadConfig(process.env));
await fetch(`http://127.0.0.1:${app.config.http.port}/api/rooms`);
await app.close();
const named = /@opentelemetry.((?:sdk-trace|otlp|exporter)-[a-z-]+)/;
const loaded = Object.keys(createRequire(import.meta.url).cache).flatMap((path) => named.exec(path)?.[1] ?? []);
process.stdout.write(JSON.stringify([...new Set(loaded)]), () => process.exit(0));
