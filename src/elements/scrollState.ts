/** Pixels after which the top bar takes its active style and the banner is gone. */
const threshold = 50;

const { classList } = document.documentElement;

/** Marks the page as scrolled; styles do the rest. */
function update(): void {
  classList.toggle('scrolled', scrollY > threshold);
}

addEventListener('scroll', update, { passive: true });
update();
