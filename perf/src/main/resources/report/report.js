'use strict';
// Which operation's curves are shown.
document.querySelectorAll('.tabs button').forEach(button => button.addEventListener('click', () => {
  const box = button.closest('.curves');
  box.querySelectorAll('.tabs button').forEach(other => other.classList.toggle('on', other === button));
  box.querySelectorAll('.curve').forEach(curve => { curve.hidden = curve.dataset.of !== button.dataset.show; });
}));

// The latency of every server at the percentile under the pointer.
const tip = document.getElementById('tip');
const time = us => us >= 1e6 ? (us / 1e6).toPrecision(3) + ' s' : us >= 1e3 ? (us / 1e3).toPrecision(3) + ' ms' : us.toPrecision(3) + ' µs';
const percentile = nines => (100 * (1 - Math.pow(10, -nines))).toFixed(Math.max(0, Math.min(4, Math.ceil(nines) - 1))) + '%';
document.querySelectorAll('svg.percentiles').forEach(svg => {
  const lines = [...svg.querySelectorAll('path.line')].map(path => ({
    server: path.dataset.server,
    points: path.dataset.points.split(' ').map(pair => pair.split(',').map(Number)),
  }));
  const cursor = svg.querySelector('.cursor');
  const [left, right, nines] = ['left', 'right', 'nines'].map(key => Number(svg.dataset[key]));
  svg.addEventListener('mousemove', event => {
    const frame = svg.getBoundingClientRect();
    const x = (event.clientX - frame.left) / frame.width * svg.viewBox.baseVal.width;
    if (x < left || x > right) { leave(); return; }
    const at = (x - left) / (right - left) * nines;
    cursor.setAttribute('x1', x);
    cursor.setAttribute('x2', x);
    cursor.style.visibility = 'visible';
    tip.textContent = [percentile(at), ...lines.map(line => {
      const point = line.points.find(one => one[0] >= at) || line.points[line.points.length - 1];
      return line.server + '  ' + time(point[1]);
    })].join('\n');
    tip.hidden = false;
    tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = event.clientY + 14 + 'px';
  });
  const leave = () => { cursor.style.visibility = 'hidden'; tip.hidden = true; };
  svg.addEventListener('mouseleave', leave);
});
