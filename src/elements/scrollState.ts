/** Scrolled pixels after which the top bar changes its style and the banner is hidden. */
const threshold = 50;

const { classList } = document.documentElement;

/** Sets the class `scrolled`, which the style sheet uses. */
function update(): void {
  classList.toggle('scrolled', scrollY > threshold);
}

addEventListener('scroll', update, { passive: true });
update();
