// Plain JavaScript for Node 18 or newer; imported for its effect before anything reads the environment. Files of variables
// with the line ends of Windows leave a carriage return at each value, and libraries compare NODE_ENV letter by letter.

/**
 * Removes white space around the values of an environment.
 * @param {Record<string, string | undefined>} environment
 */
export function trimEnvironment(environment) {
  for (const [name, value = ''] of Object.entries(environment)) {
    const trimmed = value.trim();
    if (trimmed !== value) environment[name] = trimmed;
  }
}

trimEnvironment(process.env);
