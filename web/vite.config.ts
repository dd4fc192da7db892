import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { inlineDocuments } from './inline-documents.ts'
import { leanerLibraries } from './leaner-libraries.ts'
import { persistentImports } from './persistent-imports.ts'
import { apiReference } from './reference/plugin.ts'
import { precompress } from './precompress.ts'

const router = join(import.meta.dirname, '../node_modules/react-router')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), inlineDocuments(), leanerLibraries(), persistentImports(), apiReference(), precompress()],
  // rxjs puts its build for current browsers behind this condition; the default one adds ES5 helpers.
  resolve: {
    conditions: ['es2015', ...defaultClientConditions],
    // Its exports point to the build that prints warnings, in production too.
    alias: [{ find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') }],
  },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // Before compression; the figures that count are those of `npm run bench -- web`.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Reading a property has no side effects in any of the libraries.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    // `npm run dev` serves the screens; the API of `npm start` answers them.
    proxy: { '/graphql': { target: 'http://localhost:4000', ws: true }, '/export/': 'http://localhost:4000' },
  },
})
