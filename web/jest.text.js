/** Stands in for Vite's `?raw` in tests: a file becomes a module that exports its text. */
export default {
  process: (text) => ({ code: `export default ${JSON.stringify(text)}` }),
}
