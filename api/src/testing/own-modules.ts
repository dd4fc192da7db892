import { isBuiltin, registerHooks } from 'node:module'

/*
 * Makes Node load its built-in modules without Vitest, which reports each `require` to its main process: Apollo Server has
 * one in every request.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    isBuiltin(specifier)
      ? { url: specifier.startsWith('node:') ? specifier : `node:${specifier}`, format: 'builtin', shortCircuit: true }
      : next(specifier, context),
})
