/**
 * Imported before all else by programs that answer GraphQL: its library looks for a second copy of itself with each value that it checks, unless NODE_ENV
 * says `production` when it is loaded.
 */
process.env.NODE_ENV ??= 'production'
