import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: 'dist', target: 'baseline-widely-available' },
  server: {
    // `npm run dev` serves the screens; the API of `npm start` answers them.
    proxy: { '/graphql': { target: 'http://localhost:4000', ws: true } },
  },
})
