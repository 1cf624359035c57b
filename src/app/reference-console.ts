/** The reference dictionary console, in the service's own process, if no other one is configured. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createConsole, isOfConsole } from '#console/app.js';
import type { Config } from '../config/config.js';
import type { Store } from '../store/store.js';
import type { Tools } from './tools.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Parts {
  config: Config;
  store: Store;
  tools: Tools;
}

/** Sends requests for the console to the console, and all others to the service. */
export function withConsole({ config, store, tools: { env, loggers } }: Parts, service: Answer): Answer {
  const { dictionary, consoleKey, http } = config;
  if (dictionary?.kind !== 'embedded') return service;
  const { key } = dictionary;
  const isHttps = http.publicUrl.startsWith('https:');
  const app = createConsole({ store, key, consoleKey, now: env.now, log: loggers.http, isHttps });
  const answer = app.callback();
  return (request, response) => {
    if (isOfConsole(request.url ?? '')) void answer(request, response);
    else service(request, response);
  };
}
