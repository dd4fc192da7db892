import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  // rxjs keeps its build for today's browsers behind this condition; the default one brings ES5 helpers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    manifest: true,
    // Before compression; what counts is what `npm run bench -- web` prints.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    // `npm run dev` serves the screens; the API of `npm start` answers them.
    proxy: { '/graphql': { target: 'http://localhost:4000', ws: true } },
  },
})
