import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for processes; more of them than cores keep the cores busy.
    maxWorkers: 3,
    allowOnly: false,
    passWithNoTests: false,
  },
})
