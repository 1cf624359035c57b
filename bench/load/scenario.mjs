/** A scenario: people, operations and rates. One file for actors and sockets; an invalid one is refused. */
import { readFileSync } from 'node:fs';

export const operations = ['send', 'reply', 'edit', 'delete', 'react', 'read', 'list', 'move'];

const numbers = {
  /** Rooms, and people in each; a person is in one room. The first of a room founds it and never leaves. */
  rooms: { least: 1 },
  members: { least: 2 },
  /** So many people of each room follow it live, the founder first. */
  readers: { least: 1 },
  /** So many come and go (`move`) and follow while they are in; they do nothing else. */
  movers: { least: 0 },
  seconds: { least: 0.1 },
  bodyBytes: { least: 40, most: 16_000 },
  seed: { least: 0 },
  ratePerSecond: { least: 0.1, optional: true },
  inFlight: { least: 1, optional: true },
};

export function readScenario(file) {
  let scenario;
  try {
    scenario = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} is no scenario: ${cause.message}`);
  }
  return checked(scenario, file);
}

export function checked(scenario, file) {
  const problems = problemsOf(scenario);
  if (problems.length > 0) throw new Error(`${file} is no scenario:\n  ${problems.join('\n  ')}`);
  return scenario;
}

function problemsOf(scenario) {
  if (typeof scenario !== 'object' || scenario === null || Array.isArray(scenario)) return ['it must be an object'];
  const known = ['title', 'mix', ...Object.keys(numbers)];
  const problems = Object.keys(scenario)
    .filter((key) => !known.includes(key))
    .map((key) => `${key} means nothing; there is: ${known.join(', ')}`);
  for (const [key, { least, most = Number.MAX_SAFE_INTEGER, optional }] of Object.entries(numbers)) {
    const value = scenario[key];
    if (value === undefined && optional) continue;
    if (!Number.isFinite(value) || value < least || value > most)
      problems.push(`${key} must be a number from ${least}`);
  }
  if ((scenario.ratePerSecond === undefined) === (scenario.inFlight === undefined)) {
    problems.push('either ratePerSecond (a schedule) or inFlight (as fast as answers come) must be given');
  }
  if (scenario.movers >= scenario.members) problems.push('movers must be fewer than members');
  return [...problems, ...problemsOfMix(scenario)];
}

function problemsOfMix({ mix, movers }) {
  if (typeof mix !== 'object' || mix === null) return ['mix must be an object of weights'];
  const problems = [];
  for (const [key, weight] of Object.entries(mix)) {
    if (!operations.includes(key)) problems.push(`mix.${key} is no operation; there is: ${operations.join(', ')}`);
    if (!Number.isFinite(weight) || weight < 0) problems.push(`mix.${key} must be a weight from 0`);
  }
  if (!(mix.send > 0)) problems.push('mix.send must be more than 0: without messages there is nothing to judge');
  if (mix.move > 0 && movers === 0) problems.push('mix.move needs movers');
  return problems;
}
