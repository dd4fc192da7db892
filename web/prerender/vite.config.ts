import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineDocuments } from '../inline-documents.ts'
import { leanerLibraries } from '../leaner-libraries.ts'
import { apiReference } from '../reference/plugin.ts'
import { builtDashboard } from './built-dashboard.ts'

const router = join(import.meta.dirname, '../../node_modules/react-router')

/** Builds the program that renders the public pages from the same screens as the dashboard, with everything that they need. */
export default defineConfig({
  // The names of styles and pictures derive from their paths in it.
  root: join(import.meta.dirname, '..'),
  publicDir: false,
  plugins: [
    react(),
    inlineDocuments(),
    leanerLibraries(),
    apiReference(),
    builtDashboard(join(import.meta.dirname, '../dist')),
  ],
  resolve: { alias: [{ find: /^react-router$/, replacement: join(router, 'dist/production/index.mjs') }] },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: join(import.meta.dirname, 'main.ts'),
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'node24',
  },
})
