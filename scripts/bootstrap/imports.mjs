// Loaded before a program of ours (`node --import`). Node 24 parses the whole `exports` of a package, 170 KB of JSON in
// the case of Drizzle, for each of its 120 files, only to learn that they are modules: half of what a start takes.
import * as module from 'node:module';

/** What a file of Drizzle imports by a relative path is the file of that name, and a module. */
function resolve(specifier, context, next) {
  const { parentURL } = context;
  const isWithin = /^\.{1,2}\/.*\.js$/.test(specifier) && inDrizzle.test(parentURL ?? '');
  if (!isWithin) return next(specifier, context);
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
}

const inDrizzle = /\/node_modules\/drizzle-orm\/(?!.*\/node_modules\/).*\.js$/;

// Not in the oldest Nodes that run us.
module.registerHooks?.({ resolve });
