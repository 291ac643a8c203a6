"""Whom the user has told of by name: `People` reads later sentences about Clara as about "my sister Clara".

The grammars see one sentence; who Clara is stands in a memory. `People` is made of what memories say (`people`), puts
the words of the relation where a sentence begins with the name (`en`, `zh`), and gives what was read of it the key
under which that person is held, and the name. Names that nobody told of stay out, as before.
"""

from app.memories.extractors.known.people import NOBODY, People

__all__ = ["NOBODY", "People"]
