import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanerLibraries } from '../leaner-libraries.ts'
import { packScreen } from './pack-screen.ts'

const router = join(import.meta.dirname, '../../node_modules/react-router')

/** Builds the screen of the agent's inspector from parts of the dashboard. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), leanerLibraries(), packScreen(join(import.meta.dirname, '../public/color-scheme.js'))],
  resolve: {
    // Its exports point to the build that prints warnings, in production too.
    alias: [{ find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') }],
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    cssCodeSplit: false,
    assetsInlineLimit: Infinity,
    chunkSizeWarningLimit: 600,
  },
})
