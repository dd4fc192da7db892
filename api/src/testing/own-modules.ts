import { isBuiltin, registerHooks } from 'node:module'

/*
 * Has Node find its own modules without Vitest, which tells its main process of each `require` that it sees: Apollo Server has
 * one in every request.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    isBuiltin(specifier)
      ? { url: specifier.startsWith('node:') ? specifier : `node:${specifier}`, format: 'builtin', shortCircuit: true }
      : next(specifier, context),
})
