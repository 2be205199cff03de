// Plain JavaScript for Node 18 or newer, without packages: it runs before they are installed.

export const oldest = '22.22.0';

/**
 * Whether this version of Node runs the product. Node 23 does not, because it is no longer maintained and the packages do not
 * support it.
 * @param {string} version
 */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
  return major === oldestMajor ? minor >= oldestMinor : major >= oldestMajor + 2;
}
