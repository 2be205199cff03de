// Loaded before a program of ours (`node --import`). Node 24 parses the whole `exports` of a package, 170 KB of JSON in
// the case of Drizzle, for each import of it and for each of its 120 files: a third of what a start takes.
import * as module from 'node:module';

/** What a file of these packages imports by a relative path is the file of that name, and a module. */
const inModules = /\/node_modules\/(?:drizzle-orm|zod)\/(?!.*\/node_modules\/).*\.js$/;

/** Only files of ours, which all see the same packages. */
const inProject = new URL('../../', import.meta.url).href;

/** The name of a package, perhaps with a path in it. */
const bare = /^(?:@[a-z]|[a-z])[\w./-]*$/;

/** By name and by how it is imported. */
const packages = new Map();

function resolve(specifier, context, next) {
  const { parentURL = '', conditions = [], importAttributes = {} } = context;
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && inModules.test(parentURL)) {
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  }
  const isOurs = parentURL.startsWith(inProject) && !parentURL.includes('/node_modules/');
  const isPlain = isOurs && bare.test(specifier) && Object.keys(importAttributes).length === 0;
  if (!isPlain) return next(specifier, context);
  const key = `${specifier} ${conditions.join()}`;
  const { url, format } = packages.get(key) ?? next(specifier, context);
  packages.set(key, { url, format });
  return { url, format, shortCircuit: true };
}

// Not in the oldest Nodes that run us.
module.registerHooks?.({ resolve });
