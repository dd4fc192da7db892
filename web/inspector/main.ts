import '../src/inspector/main.tsx'
