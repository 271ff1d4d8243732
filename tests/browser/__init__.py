"""The page in a real browser: headless Chromium, driven by Playwright."""
