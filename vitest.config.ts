import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // No module keeps state that a test could leave behind, so a process serves many files.
    isolate: false,
    // Many tests wait for processes; more of them than cores keep the cores busy.
    maxWorkers: 3,
    allowOnly: false,
    passWithNoTests: false,
  },
})
