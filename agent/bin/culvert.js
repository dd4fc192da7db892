#!/usr/bin/env node
// Plain JavaScript that every Node can read, so that an old one gets a sentence instead of a syntax error.
import module from 'node:module'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  process.stderr.write(
    `culvert needs Node 24 or later, this is ${process.version}. Start it with \`npx culvert\`, which brings its own.\n`,
  )
  process.exit(1)
}
// Before anything else is loaded: where the newest Node starts, the command begins anew on it.
await import('@culvert/program/on-newest-node')
// Halves the time to start from the second time on.
module.enableCompileCache()
await import('../src/main.ts')
