/**
 * Imported before all else by programs that answer GraphQL: its library checks each value for a second copy of the library, unless NODE_ENV
 * is `production` when it is loaded.
 */
process.env.NODE_ENV ??= 'production'
