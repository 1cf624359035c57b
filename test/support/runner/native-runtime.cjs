/**
 * Jest's runtime without a module system of its own: Node itself loads the modules, so that a process reads, links and
 * evaluates the sources once and not for each of some hundred files. Jest's own takes 1.5 s of processor a file for it.
 * What it leaves out is what no test here uses: replaced modules, coverage, `jest.resetModules`.
 */
const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { mapOf } = require('./compiled-typescript.cjs');

const ASYNC_HOOKS = /^(node:)?async_hooks$/;
const FRAMEWORK = /[\\/]jest-circus[\\/]/;
let files = 0;

const storage = new asyncHooks.AsyncLocalStorage();
class CircusStorage {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: there is one for all.
    return storage;
  }
}
const circusHooks = { ...asyncHooks, AsyncLocalStorage: CircusStorage };

class SourceMaps extends Map {
  /** The file of the map, by the path or address of a frame. */
  get(frame) {
    const path = frame.startsWith('file:') ? fileURLToPath(frame) : frame.split('?')[0];
    return path.endsWith('.ts') ? mapOf(path) : undefined;
  }
}
const sourceMaps = new SourceMaps();

class NativeRuntime {
  #file = ++files;

  constructor() {
    if (this.#file === 1) Module.register(pathToFileURL(`${__dirname}/typescript-hooks.mjs`));
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?file=${this.#file}`);
  }

  /**
   * Circus keeps the state of one file in its modules, so they are loaded anew. Each time they make a storage that no
   * file gives back, and every promise of the process pays for every storage: all of them are given the same one.
   */
  requireInternalModule(path) {
    for (const loaded of Object.keys(require.cache)) if (FRAMEWORK.test(loaded)) delete require.cache[loaded];
    const { _load: load } = Module;
    Module._load = (name, ...rest) => (ASYNC_HOOKS.test(name) ? circusHooks : load.call(Module, name, ...rest));
    try {
      return require(path);
    } finally {
      Module._load = load;
    }
  }

  requireModule(path) {
    return require(path);
  }

  /** Of what a stack names, when one is shown. */
  getSourceMaps() {
    return sourceMaps;
  }

  getAllCoverageInfoCopy() {}
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
}

module.exports = { __esModule: true, default: NativeRuntime };
