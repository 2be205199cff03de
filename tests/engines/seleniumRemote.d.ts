/** Node imports this file, of which the package of types knows only the folder. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
