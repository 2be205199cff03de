/** The name of the log of the server of the end-to-end tests, in its data folder. */
export const serverLog = 'server.log';
