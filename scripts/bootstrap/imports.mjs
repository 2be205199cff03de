// Trims the environment, and speeds up imports; loaded with `node --import`. Node 24 parses the whole `exports` of a package
// (170 KB for Drizzle) for each import of the package and for each import between its 120 files, which is a third of the
// time of a start.
import * as module from 'node:module';
import './trimEnvironment.mjs';

/** Files of these packages: a relative import is the file of that name, and an ES module. */
const inModules = /\/node_modules\/(?:drizzle-orm|zod)\/(?!.*\/node_modules\/).*\.js$/;

/** Files of this project, which all resolve packages to the same files. */
const inProject = new URL('../../', import.meta.url).href;

/** Of imports that begin with “#”, as `package.json` says. */
const inSource = new URL('src/', inProject).href;

/** The name of a package, perhaps with a path in it. */
const bare = /^(?:@[a-z]|[a-z])[\w./-]*$/;

/** How Node loads a file `.ts` of a package of modules. */
const typeScript = 'module-typescript';

/** Resolved packages by name and import conditions. */
const packages = new Map();

function resolve(specifier, context, next) {
  const { parentURL = '', conditions = [], importAttributes = {} } = context;
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && inModules.test(parentURL)) {
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  }
  const isOurs = parentURL.startsWith(inProject) && !parentURL.includes('/node_modules/');
  if (isOurs && /^[#.].*\.ts$/.test(specifier)) {
    const inFolder = specifier.startsWith('#') ? inSource + specifier.slice(1) : specifier;
    return { url: new URL(inFolder, parentURL).href, format: typeScript, shortCircuit: true };
  }
  const isPlain = isOurs && bare.test(specifier) && Object.keys(importAttributes).length === 0;
  if (!isPlain) return next(specifier, context);
  const key = `${specifier} ${conditions.join()}`;
  const { url, format } = packages.get(key) ?? next(specifier, context);
  packages.set(key, { url, format });
  return { url, format, shortCircuit: true };
}

// Older versions of Node do not have it.
module.registerHooks?.({ resolve });
