import { launch, serve } from './browser.mjs';
// hash width scheme wait name
const server = await serve(); const browser = await launch();
for (const arg of process.argv.slice(2)) {
  const [hash, width, scheme = 'light', wait = '1500', name = 'x', motion = 'reduce', click] = arg.split('|');
  const w = +width; const h = w === 360 ? 740 : w === 2560 ? 1440 : 900;
  const c = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, reducedMotion: motion });
  const page = await c.newPage(); page.on('console', (m) => console.log(m.type(), m.text())); page.on('pageerror', (e) => console.log('ERR', e));
  await page.goto(`${server.url}#${hash}`);
  await page.waitForTimeout(+wait);
  if (click) { await page.locator(click).first().click(); await page.waitForTimeout(900); }
  await page.screenshot({ path: `/tmp/k-look-shots/${name}.png` });
  console.log(name, await page.evaluate(() => [location.hash, document.documentElement.scrollWidth, document.querySelector('#side')?.innerText.slice(0, 900)].join('\n')));
  await c.close();
}
await browser.close(); await server.close();
